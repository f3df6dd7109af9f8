// expect: SATISFIABLE
module top(input [7:0] a, input [2:0] k);
	wire [7:0] l = (a << k) | (a >> (8 - k));
	always @* assert (l != 8'h5a || a != 8'ha5);
endmodule

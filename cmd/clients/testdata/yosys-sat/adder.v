// expect: UNSATISFIABLE
module top(input [5:0] a, input [5:0] b, input [5:0] c);
	wire [5:0] l = (a + b) + c, r = a + (b + c);
	always @* assert (l == r);
endmodule

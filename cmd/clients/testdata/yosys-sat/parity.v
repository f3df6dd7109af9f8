// expect: UNSATISFIABLE
module top(input [15:0] x, input [15:0] k);
	wire p = ^(x ^ k);
	always @* assert (p == (^x ^ ^k));
endmodule

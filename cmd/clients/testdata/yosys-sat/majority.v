// expect: SATISFIABLE
module top(input a, input b, input c, input d);
	wire m = (a & b) | (b & c) | (a & c);
	wire n = a ? (b | c) : (b & d);
	always @* assert (m == n);
endmodule

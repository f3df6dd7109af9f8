// expect: UNSATISFIABLE
module top(input [4:0] a, input [4:0] b);
	wire [9:0] l = a * b, r = b * a;
	wire signed [9:0] s = $signed(a) * $signed(b);
	always @* assert (l == r && (a[4] || b[4] || s == $signed(l)));
endmodule

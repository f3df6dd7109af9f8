// expect: PASSED; PASSED
module top(input clk, input hold, output reg [4:0] one);
	initial one = 1;
	always @(posedge clk) if (!hold) one <= {one[3:0], one[4]};
	wire some = |one;
	wire two = (one[0] & |one[4:1]) | (one[1] & |one[4:2]) | (one[2] & |one[4:3]) | (one[3] & one[4]);
	always @* assert (some && !two);
endmodule

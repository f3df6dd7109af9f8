// expect: FAILED; FAILED
module top(input clk, input signed [7:0] d);
	reg signed [7:0] level = 0;
	wire signed [8:0] sum = level + d;
	always @(posedge clk)
		level <= sum > 127 ? 8'sd127 : sum < -127 ? -8'sd127 : sum[7:0];
	always @* assert (level != 100);
endmodule

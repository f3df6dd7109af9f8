// expect: PASSED; PASSED
module top(input clk, input signed [15:0] a, input [3:0] k, input [7:0] b);
	reg signed [15:0] x = 0;
	reg [15:0] y = 0;
	reg [31:0] rot = 32'h80000001;
	always @(posedge clk) begin
		x <= a >>> k;
		y <= {a[7:0], b} << k;
		rot <= {rot[30:0], rot[31]};
	end
	always @* begin
		assert (^rot == 0 && rot != 0);
		assert ($signed(x) >= -16'sd32768);
		assert (a % 16'sd7 < 7 && a % 16'sd7 > -7);
	end
endmodule

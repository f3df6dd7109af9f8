// expect: PASSED; PASSED
module top(input clk, input [7:0] a, input [7:0] b, output reg [8:0] s);
	reg [7:0] x, y;
	initial begin s = 0; x = 0; y = 0; end
	always @(posedge clk) begin s <= a + b; x <= a; y <= b; end
	always @* assert (s >= x && s == x + y);
endmodule

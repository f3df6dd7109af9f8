// expect: PASSED; PASSED
module top(input clk, input en, output reg a, output reg b);
	initial begin a = 0; b = 1; end
	always @(posedge clk) if (en) begin a <= b; b <= a; end
	always @* assert (a != b);
endmodule

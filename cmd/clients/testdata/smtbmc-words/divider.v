// expect: PASSED; PASSED
module top(input clk, input [3:0] a, input [3:0] b, input start);
	reg [3:0] x, y, q, r;
	reg busy = 0, done = 0;
	always @(posedge clk) begin
		done <= 0;
		if (start && !busy && b != 0) begin x <= a; y <= b; q <= 0; r <= a; busy <= 1; end
		else if (busy && r >= y) begin r <= r - y; q <= q + 1; end
		else if (busy) begin busy <= 0; done <= 1; end
	end
	always @* if (busy) assert (x == q * y + r && y != 0);
endmodule

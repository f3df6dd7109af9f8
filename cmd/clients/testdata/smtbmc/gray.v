// expect: PASSED; PASSED
module top(input clk, input up, output reg [2:0] gray);
	reg [2:0] n, last;
	initial begin n = 0; gray = 0; last = 0; end
	wire [2:0] next = up ? n + 1 : n - 1;
	always @(posedge clk) begin
		n <= next;
		gray <= next ^ (next >> 1);
		last <= gray;
	end
	always @* assert (gray == (n ^ (n >> 1)));
endmodule

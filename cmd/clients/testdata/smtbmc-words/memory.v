// expect: PASSED; PASSED
module top(input clk, input we, input [3:0] wa, input [3:0] ra, input [7:0] d);
	reg [7:0] mem [0:15];
	reg [7:0] last;
	reg [3:0] at;
	reg valid = 0;
	always @(posedge clk) begin
		if (we) begin mem[wa] <= d; last <= d; at <= wa; valid <= 1; end
	end
	always @* if (valid) assert (mem[at] == last);
endmodule

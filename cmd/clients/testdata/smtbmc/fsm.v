// expect: PASSED; PASSED
module top(input clk, input req, input ack, output reg busy, output reg done);
	initial begin busy = 0; done = 0; end
	always @(posedge clk) begin
		done <= 0;
		if (req && !busy) busy <= 1;
		else if (busy && ack) begin busy <= 0; done <= 1; end
		if (req && done) busy <= 1;
	end
	always @* assert (!(busy && done && req));
	always @(posedge clk) assert (!done || !busy);
endmodule

// expect: FAILED; FAILED
module top(input clk, input push, input pop, input [7:0] d, output [7:0] q);
	reg [7:0] mem [0:3];
	reg [1:0] head = 0, tail = 0;
	reg [2:0] count = 0;
	assign q = mem[head];
	always @(posedge clk) begin
		if (push) begin mem[tail] <= d; tail <= tail + 1; end
		if (pop && count != 0) head <= head + 1;
		count <= count + push - (pop && count != 0);
	end
	always @* assert (count <= 4); // nothing stops a push into a full queue
endmodule

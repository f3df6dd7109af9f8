// expect: unsat up to depth 8
module top(input clk, input from, input [2:0] amount);
	reg [2:0] book [0:1];
	reg [3:0] total = 0;
	reg set = 0;
	wire moves = book[from] >= amount && book[!from] + amount <= 4'd7;
	always @(posedge clk)
		if (!set) begin
			set <= 1;
			total <= book[0] + book[1];
		end else if (moves) begin
			book[from] <= book[from] - amount;
			book[!from] <= book[!from] + amount;
		end
	always @* if (set) assert (total == book[0] + book[1]);
endmodule

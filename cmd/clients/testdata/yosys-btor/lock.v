// expect: sat
module top(input clk, input [3:0] key);
	reg [1:0] stage = 0;
	always @(posedge clk)
		case (stage)
			0: stage <= key == 4'd7 ? 1 : 0;
			1: stage <= key == 4'd2 ? 2 : 0;
			2: stage <= key == 4'd9 ? 3 : 0;
		endcase
	always @* assert (stage != 3);
endmodule

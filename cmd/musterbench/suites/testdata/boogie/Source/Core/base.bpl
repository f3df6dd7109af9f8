type set;

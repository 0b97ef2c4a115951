"""What a recogniser makes of a line: utterances spoken, carried, heard and scored."""

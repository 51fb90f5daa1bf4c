module jets/stream

go 1.22

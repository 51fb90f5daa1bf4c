module jets/baseline

go 1.22

require jets/stream v0.0.0

replace jets/stream => ../lib/go

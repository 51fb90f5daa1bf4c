/*
 * version.h - the version of the program jets. The corpus has one of its own (corpus/VERSION).
 */
#ifndef JETS_RUNNER_VERSION_H
#define JETS_RUNNER_VERSION_H

#define RUNNER_VERSION "0.1.0"

#endif

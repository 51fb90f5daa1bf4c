/*
 * status.h - the exit statuses of the program jets (CONTRACT.md, "Exit status of the runner").
 * Never a count.
 */
#ifndef JETS_STATUS_H
#define JETS_STATUS_H

enum status {
    STATUS_OK = 0,          /* everything is as expected */
    STATUS_UNEXPECTED = 1,  /* a case has a verdict that is a failure */
    STATUS_USAGE = 2,       /* the command line is wrong, or a filter matches nothing */
    STATUS_NOT_STARTED = 3, /* the program under test could not be started */
    STATUS_INTERNAL =
        4, /* the corpus or the runner is at fault, or the report could not be written */
    STATUS_INTERRUPTED = 5 /* a signal ended the run early: the report is incomplete */
};

#endif

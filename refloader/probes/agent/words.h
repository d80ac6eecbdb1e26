#ifndef REFLOADER_AGENT_WORDS_H
#define REFLOADER_AGENT_WORDS_H

char *decoded(char *text);  // in place: what is decoded is never longer

#endif

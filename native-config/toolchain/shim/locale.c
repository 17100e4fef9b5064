/*
 * The default locale, split into the parts that Java wants, from LC_MESSAGES (display) and LC_CTYPE
 * (format).
 */
#define _GNU_SOURCE
#include <locale.h>
#include <string.h>

#include "svm_locale.h"

static svm_locale_props_t properties;

static int is_c_locale(const char *name) {
  return name == NULL || *name == '\0' || strcmp(name, "C") == 0 || strcmp(name, "POSIX") == 0 ||
         strncmp(name, "C.", 2) == 0;
}

/* Ends the string at the separator and returns what follows, or NULL if there is no separator. */
static char *cut(char *text, char separator) {
  char *found = strchr(text, separator);
  if (found == NULL) {
    return NULL;
  }
  *found = '\0';
  return found + 1;
}

static const char *script_of(const char *modifier) {
  if (modifier != NULL && strcmp(modifier, "latin") == 0) {
    return "Latn";
  }
  if (modifier != NULL && strcmp(modifier, "cyrillic") == 0) {
    return "Cyrl";
  }
  return NULL;
}

/*
 * language[_country][.charset][@modifier], as setlocale(3) names it. The copy is never freed: the parts
 * point into it and live as long as the process. Returns 0, or 1 when out of memory.
 */
static int split(int category, const char **language, const char **script, const char **country) {
  const char *name = setlocale(category, NULL);
  *language = "en";
  *script = NULL;
  *country = NULL;
  if (is_c_locale(name)) {
    return 0;
  }
  char *copy = strdup(name);
  if (copy == NULL) {
    return 1;
  }
  *script = script_of(cut(copy, '@'));
  cut(copy, '.');
  char *after_underscore = cut(copy, '_');
  if (after_underscore != NULL && *after_underscore != '\0') {
    *country = after_underscore;
  }
  if (*copy != '\0') {
    *language = copy;
  }
  return 0;
}

int svm_initialize_locale(void) {
  svm_locale_props_t *p = &properties;
  setlocale(LC_ALL, "");
  int out_of_memory = split(LC_MESSAGES, &p->display_language, &p->display_script, &p->display_country) |
                      split(LC_CTYPE, &p->format_language, &p->format_script, &p->format_country);
  /*
   * C code of the JDK formats numbers with printf and must see the C locale; only the character set stays.
   */
  setlocale(LC_ALL, "C");
  setlocale(LC_CTYPE, "");
  return out_of_memory ? SVM_LOCALE_INITIALIZATION_OUT_OF_MEMORY : SVM_LOCALE_INITIALIZATION_SUCCEEDED;
}

svm_locale_props_t *svm_get_locale(void) { return &properties; }

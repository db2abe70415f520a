// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.differential;

import dev.eider.verify.differential.Query.Source;
import dev.eider.verify.differential.Query.Term;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Copies of a term with one part changed. */
record TermCopy(Term term) {
  Term distinct(boolean distinct) {
    return copy(distinct, term.items(), term.from(), term.where());
  }

  Term items(List<Node> items) {
    return copy(term.distinct(), items, term.from(), term.where());
  }

  Term from(List<Source> from) {
    return copy(term.distinct(), term.items(), from, term.where());
  }

  Term where(@Nullable Node where) {
    return copy(term.distinct(), term.items(), term.from(), where);
  }

  Term groups(List<Node> groups, String form) {
    return new Term(
        term.distinct(),
        term.items(),
        term.from(),
        term.where(),
        groups,
        form,
        term.having(),
        term.qualify());
  }

  Term having(@Nullable Node having) {
    return new Term(
        term.distinct(),
        term.items(),
        term.from(),
        term.where(),
        term.groups(),
        term.groupForm(),
        having,
        term.qualify());
  }

  Term qualify(@Nullable Node qualify) {
    return new Term(
        term.distinct(),
        term.items(),
        term.from(),
        term.where(),
        term.groups(),
        term.groupForm(),
        term.having(),
        qualify);
  }

  private Term copy(boolean distinct, List<Node> items, List<Source> from, @Nullable Node where) {
    return new Term(
        distinct,
        items,
        from,
        where,
        term.groups(),
        term.groupForm(),
        term.having(),
        term.qualify());
  }
}

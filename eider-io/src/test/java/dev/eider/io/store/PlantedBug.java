// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store;

import java.util.ArrayList;
import java.util.List;

/** A way in which a store can break its contract, and the test that must see it. */
enum PlantedBug {
  NONE(""),
  RANGE_OFF_BY_ONE("getReadsTheRangeItIsAskedFor"),
  SIZE_OF_THE_RANGE("getReadsTheRangeItIsAskedFor"),
  SHORT_READ("aRangePastTheEndIsRefused"),
  EMPTY_TARGET_UNCHECKED("anEmptyTargetAsksForTheObjectOnly"),
  SUFFIX_AT_THE_END("suffixReadsTheLastBytesAtTheStartOfTheTarget"),
  SUFFIX_OF_EMPTY_REFUSED("suffixOfAnEmptyObjectIsEmpty"),
  HEAD_OTHER_TAG("headTellsWhatGetTells"),
  CLOCK_IN_SECONDS("timesAreOfTheStoresClock"),
  MISSING_IS_EMPTY("whatIsNotThereIsNotFound"),
  TAG_IGNORED("aTagPinsTheVersion"),
  SUFFIX_TAG_IGNORED("aTagPinsTheVersion"),
  TAG_OF_SIZE("aTagPinsTheVersion"),
  PLUS_IS_SPACE("keysMayHoldAnyCharacter"),
  PERCENT_DECODED("keysMayHoldAnyCharacter"),
  CASE_FOLDED("keysMayHoldAnyCharacter"),
  KEY_CUT_AT_1023("keysMayHave1024Bytes"),
  LONG_KEYS_TAKEN("whatIsNoKeyIsRefused"),
  LARGE_BODY_TORN("largeBodiesArriveWhole"),
  INTERRUPT_IGNORED("interruptEndsWhatIsUnderWay"),
  INTERRUPT_CLEARED("anInterruptedThreadMakesNoCall"),
  CLOSE_IGNORED("closeEndsWhatIsUnderWayAndWhatComesLater"),
  WRITE_LOST("aWriteIsRead"),
  WRITE_OTHER_TAG("aWriteIsRead"),
  BODY_KEPT("theStoreKeepsNoReferenceToABody"),
  CREATE_REPLACES("createNeverReplaces"),
  FAILED_CREATE_WRITES("createNeverReplaces"),
  STALE_TAG_WINS("replaceNeedsTheTag"),
  REPLACE_CREATES("replaceNeedsTheObject"),
  CREATE_LOOKS_THEN_WRITES("ofRacingCreatesOneWins"),
  REPLACE_LOOKS_THEN_WRITES("ofRacingReplacesOneWins"),
  SWAP_LOOKS_THEN_WRITES("compareAndSwapLosesNothing"),
  SWAP_OVERWRITES_PLAIN("unconditionalWritesCountForConditions"),
  BODY_AND_INFO_APART("aBodyIsNeverAMixOfTwoWrites"),
  PARTS_IN_ORDER_OF_ARRIVAL("partsMayComeInAnyOrderAndAtOnce"),
  PARTS_SEEN("partsMayComeInAnyOrderAndAtOnce"),
  FIRST_PART_STAYS("aPartSentAgainReplacesTheFirst"),
  SMALL_PARTS_TAKEN("aSmallPartInTheMiddleIsRefused"),
  ABORT_COMPLETES("anAbortedUploadLeavesNothing"),
  ABORT_DELETES("abortAfterCompleteDoesNothing"),
  PART_ZERO("partsHaveNumbersOneToTenThousand"),
  UPLOAD_CONDITION_IGNORED("anUploadMayHaveACondition"),
  DELETE_OF_MISSING_FAILS("whatIsDeletedIsGone"),
  DELETE_KEEPS("whatIsDeletedIsGone"),
  BATCH_DELETES_HALF("aBatchDeletesAll"),
  LIST_IN_UTF16_ORDER("listsFollowTheRules"),
  LIST_AFTER_INCLUSIVE("listsFollowTheRules"),
  LIST_PREFIX_PER_KEY("listsFollowTheRules"),
  LIST_PREFIX_TWICE("listsFollowTheRules"),
  LIST_OTHER_SIZE("listsTellWhatHeadTells"),
  LIST_LATE("listsSeeWhatWasWritten"),
  LIST_ENDS_EARLY("listsHaveAnyNumberOfPages"),
  LIMIT_UNCHECKED("limitsAreChecked");

  final String seenBy;

  PlantedBug(String seenBy) {
    this.seenBy = seenBy;
  }

  static List<PlantedBug> all() {
    List<PlantedBug> bugs = new ArrayList<>(List.of(values()));
    bugs.remove(NONE);
    return bugs;
  }
}

// @ts-check
/** Links that open a record, at a step, on the page for the reader's own deals. */

import { linkRecords } from "../replay-address.js";

linkRecords(document);

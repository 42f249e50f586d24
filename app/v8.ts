/** Rows of lists and batches outlive a moment, whereupon V8 would make all that follow among its old objects. Decision 0218. */
export const ROWS_ARE_YOUNG = '--no-allocation-site-pretenuring'

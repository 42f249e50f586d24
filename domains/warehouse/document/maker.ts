import { nameOf } from '#kit/shared/join.ts'

/** Who wrote a document, beside the rows of its list. */
export const documentMaker = { makerName: nameOf('createBy', '制单人', { of: 'admin', width: 90 }) }

import { documentStates } from '#kit/shared/document.ts'

/** Catalog §8.1. */
export const evaluationStates = documentStates('admin:system:org:evaluate')

/** The page on which an evaluation is only read. Catalog D12. */
export const evaluationSee = ({ id }: { id: number }): string => `/company/merchantStarRating${id}/see`

/** The page of an evaluation in its state: with 0 and 3 for deciding, though the stored state counts. Catalog D12. */
export const evaluationPath = ({ id, auditStatus }: { id: number; auditStatus: number }): string =>
  `/company/merchantStarRating${id}/${auditStatus}`

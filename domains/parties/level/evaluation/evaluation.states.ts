import { documentStates } from '#kit/shared/document.ts'

/** Catalog §8.1. */
export const evaluationStates = documentStates('admin:system:org:evaluate')

/** The page of an evaluation; the state in its address is for the eye, the stored one counts. Catalog D12. */
export const evaluationPath = ({ id, auditStatus }: { id: number; auditStatus: number }): string =>
  `/company/merchantStarRating${id}/${auditStatus}`

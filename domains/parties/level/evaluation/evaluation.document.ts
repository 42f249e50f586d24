import { patch } from '#kit/shared/call.ts'
import { declareDocument } from '#kit/shared/declareDocument.ts'
import { orgEvaluation } from './evaluation.entity.ts'

const RATING = '/company/merchantStarRating{id}'

/** Verdicts on companies, typed in a dialog of the list; the page says with 0 that it is for deciding. Catalog D12, §6.5, §8.6. */
export const evaluationDocument = declareDocument(orgEvaluation, {
  path: '/admin/system/org/evaluate',
  at: {
    list: '/company/orgLevelEvaluate',
    edit: `${RATING}/see`,
    see: `${RATING}/see`,
    examine: `${RATING}/0`,
  },
  menu: 'company.orgLevelEvaluate',
  number: ['evaluationNo', 'PJ'],
  calls: (_usual, path) => ({
    adjust: patch(`${path}/adjust/:id`, {
      title: '调整评分',
      input: {
        manualScore: orgEvaluation.shape.manualScore,
        adjust: orgEvaluation.shape.adjust,
        adjustReason: orgEvaluation.shape.adjustReason,
      },
    }),
  }),
})
export const evaluateCalls = evaluationDocument.calls

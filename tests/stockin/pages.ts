import { documentPages } from '#kit/shared/documentPages.ts'

export default [
  documentPages('sample.stockin', '入库单', '/sample/stockin', () => import('./stockin.screens.tsx')),
]

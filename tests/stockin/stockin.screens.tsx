import { documentScreens } from '#kit/web/document/documentScreens.tsx'
import { stockinDocument } from './stockin.document.ts'

export default documentScreens(stockinDocument, {
  sections: [
    { title: '入库', fields: ['stockinNo', 'sourceNo', 'auditBy', 'auditTime', 'remark', 'files'] },
    { title: '明细', fields: ['lines'] },
  ],
  list: { importing: true },
  print: {
    title: '入库单',
    head: ['stockinNo', 'sourceNo'],
    lines: { name: 'lines', columns: ['goods', 'qty'] },
    signs: ['制单', '审核'],
  },
})

import { documentScreens } from '#kit/web/document/documentScreens.tsx'
import { CountLines } from './CountLines.tsx'
import { countDocument } from './count.document.ts'
import { SHEET_STATES } from './count.entity.ts'
import { READS, SHEET_ACTS } from './countActs.tsx'

const SECTIONS = [
  {
    title: '盘点',
    fields: [
      ...['planId', 'countType', 'period', 'warehouseId', 'sectionId', 'countMode', 'blind', 'bookTime'],
      ...['firstBy', 'secondBy', 'supervisorId', 'gainQty', 'lossQty', 'gainAmount', 'lossAmount'],
    ],
  },
  { title: '说明', fields: ['remark', 'files', 'submitTime', 'auditTime', 'opinion'] },
]
const IF_ANY = {
  remark: (row: { remark: string }) => row.remark !== '',
  files: (row: { files: readonly unknown[] }) => row.files.length > 0,
  submitTime: (row: { submitTime: number | null }) => row.submitTime !== null,
  auditTime: (row: { auditTime: number | null }) => row.auditTime !== null,
  opinion: (row: { opinion: string }) => row.opinion !== '',
  sectionId: (row: { sectionId: number | null }) => row.sectionId !== null,
  secondBy: (row: { secondBy: number | null }) => row.secondBy !== null,
  supervisorId: (row: { supervisorId: number | null }) => row.supervisorId !== null,
}

/** 盘点表: what it says, its lines, how it is decided. Warehouse §5.9. */
export default documentScreens(countDocument, {
  sections: SECTIONS,
  ifAny: IF_ANY,
  lead: SHEET_ACTS,
  touches: ['/admin/wts', '/admin/wms'],
  reads: READS,
  page: {
    states: (row) => [SHEET_STATES.find((one) => one.value === row.status)],
    figures: (row) => [
      { label: '行数', value: row.lineCount },
      { label: '已盘', value: row.countedCount },
      { label: '差异行', value: row.diffCount },
    ],
    parts: (row) => [{ key: 'lines', label: '明细', content: <CountLines sheet={row} /> }],
  },
})

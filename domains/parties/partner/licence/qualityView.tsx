import { FieldCell } from '#kit/fields/web.tsx'
import type { OutWireOf } from '#kit/shared/call.ts'
import { type Act, act } from '#kit/web/actions.tsx'
import { type DocumentRow, documentActs } from '#kit/web/document/documentActs.tsx'
import { download } from '#kit/web/transfer.ts'
import { QUALITY_STATES } from '../../company/company.entity.ts'
import { qualityCalls } from './licence.calls.ts'
import { companyQuality } from './quality.entity.ts'
import { qualityStates } from './quality.states.ts'

export const QUALITY_FORM = '/company/addQuality'
export const QUALITY_PAGE = '/company/qualityInfo'

/** What can be done with a qualification file, in its list and on its page. Catalog §6.4. */
export const QUALITY_ACTS: readonly Act<DocumentRow>[] = [
  ...documentActs(qualityStates, qualityCalls, {
    examine: (row) => `${QUALITY_PAGE}/${row.id}/examine`,
    print: (row) => `/company/qualityPrint?ids=${row.id}`,
    touches: ['/admin/system/org/licence'],
  }),
  act({
    label: '下载全部',
    permission: qualityCalls.zip,
    run: ({ id }) => download(qualityCalls.zip, { id }),
  }),
]

export const QUALITY_SECTIONS = [
  {
    title: '基本信息',
    fields: [
      'qualityNo',
      'companyId',
      'qualityType',
      'qualityStatus',
      'missing',
      'licenceFile',
      'licenceEnd',
      'applyRemark',
    ],
  },
  { title: '其他', fields: ['files', 'remark', 'createTime', 'submitBy', 'submitTime'] },
]

/** 证照 of the file; a table of its own, for it is wider than a phone. */
export function LicenceLines({ licences }: { licences: unknown }) {
  return <FieldCell field={companyQuality.shape.licences} name="licences" value={licences} row={{}} wide />
}

export const stepOf = (row: Pick<OutWireOf<typeof qualityCalls.info>, 'qualityStatus'>) =>
  QUALITY_STATES.find((one) => one.value === row.qualityStatus)

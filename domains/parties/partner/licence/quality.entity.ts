import { choice, date, files, lines, ref, text } from '#kit/fields/shared.ts'
import { documentFields } from '#kit/shared/document.ts'
import { entity } from '#kit/shared/entity.ts'
import { licenceFiles, licenceLine } from './licence.entity.ts'

const QUALITY_TYPES = [
  { value: 1, label: '首次' },
  { value: 2, label: '变更' },
  { value: 3, label: '年审' },
] as const

/** A line of the file shows all of a licence: the form is nowhere else. */
const qualityLine = {
  ...licenceLine,
  scope: { ...licenceLine.scope, list: true },
  issueOrg: { ...licenceLine.issueOrg, list: true },
  longTerm: { ...licenceLine.longTerm, list: true, width: 70 },
  files: { ...licenceFiles, list: true, width: 200 },
}

/** 资质档案 of a company: gathers its licences. Catalog §6.4. */
export const companyQuality = entity(
  'companyQuality',
  '资质档案',
  {
    qualityNo: text('单号', { max: 20, readOnly: true, search: true, width: 170 }),
    companyId: ref('单位', 'company', { required: true, filter: true, width: 180 }),
    qualityType: choice('资质类型', QUALITY_TYPES, { required: true, initial: 1, filter: true }),
    licenceFile: files('营业执照', { required: true, accept: 'document', max: 5 }),
    licenceEnd: date('执照有效期', { list: false, help: '留空表示长期有效' }),
    licences: lines('证照', qualityLine, { max: 50 }),
    applyRemark: text('申请说明', { max: 200, long: true, list: false }),
    ...documentFields,
  },
  { title: 'qualityNo', scope: { company: 'companyId', owner: 'createBy' }, grams: true },
)

import { flag, lines, record } from '#kit/fields/shared.ts'
import { idAnswer, post } from '#kit/shared/call.ts'
import type { Shape } from '#kit/shared/field.ts'
import { invoiceTo } from '../partner/invoiceTo.entity.ts'
import { licenceFiles, licenceLine } from '../partner/licence/licence.entity.ts'
import { payer } from '../partner/payer.entity.ts'
import { shipTo } from '../partner/shipTo.entity.ts'
import { shouda } from '../partner/shouda.entity.ts'
import { company } from './company.entity.ts'
import { orgUser } from './orgUser.entity.ts'

function without<const S extends Shape, const N extends keyof S>(shape: S, ...names: N[]): Omit<S, N> {
  const { ...kept } = shape
  for (const name of names) delete kept[name]
  return kept
}

/** The parts of an opening; whose they are and that they are in use follows from it. */
export const openShapes = {
  company: company.shape,
  shouda: without(shouda.shape, 'companyId', 'orderBlock', 'deliveryBlock', 'blockReason', 'files'),
  payer: without(payer.shape, 'companyId', 'status'),
  shipTo: without(shipTo.shape, 'companyId', 'status'),
  invoiceTo: without(invoiceTo.shape, 'companyId', 'status'),
  user: without(orgUser.shape, 'orgId', 'subOrgId', 'isAdmin', 'shoudaIds', 'shipToIds', 'status'),
}

export const openLicences = lines('证照', { ...licenceLine, files: licenceFiles }, { max: 50 })

/** 一页开户: a company, its partners, its licences and its main account, saved or refused as a whole. Catalog §10. */
export const openCalls = {
  open: post('/admin/system/org/open', {
    title: '一页开户',
    input: {
      company: record('单位', openShapes.company),
      shouda: record('售达方', openShapes.shouda),
      payer: record('付款方', openShapes.payer),
      shipTo: record('送达方', openShapes.shipTo),
      invoiceTo: record('开票方', openShapes.invoiceTo),
      user: record('主账号', openShapes.user),
      licences: openLicences,
      submit: flag('提交'),
      /** a tax number that is not the company's credit code is meant */
      confirmed: flag('已确认', { initial: 0 }),
    },
    answer: idAnswer,
  }),
}

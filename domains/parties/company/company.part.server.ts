import { declareHandover, onStaffLeave } from '#domains/access/access.door.ts'
import { declareSapType } from '#domains/sap/sap.door.ts'
import { declareForms } from '#domains/settings/settings.door.ts'
import { clearsUid, declareErase, declareMerge, movesUid } from '#kit/server/consumers.ts'
import { declareFigure, declareStep, hasRows, madePerDay } from '#kit/server/home.ts'
import { declareKeptColumns } from '#kit/server/keptRows.ts'
import { declareRecord } from '#kit/server/records.ts'
import { declareEntityRef, declareUse } from '#kit/server/refs.ts'
import { joinServer } from '#kit/server/room.ts'
import { declareScope } from '#kit/server/scope.ts'
import { partiesForm } from '../parties.config.server.ts'
import { agentServed } from './agent.server.ts'
import { companyCalls, companyDocument } from './company.document.ts'
import { company } from './company.entity.ts'
import { companyImport } from './company.import.ts'
import { companyPart, statusEvent } from './company.server.ts'
import { agentScene } from './companyAgent.server.ts'
import { declareCompanyColumn } from './companyColumns.server.ts'
import { mergeServed } from './companyMerge.server.ts'
import { openServed } from './companyOpen.server.ts'
import { companiesOf, productUses } from './companyScope.server.ts'
import { customerCalls } from './customer.calls.ts'
import { customer } from './customer.entity.ts'
import { customerExport, customerImport, customerServed, readCustomer } from './customer.server.ts'
import { customerHandover, leaveCustomers } from './customerMove.server.ts'
import { duplicatesServed } from './duplicates.server.ts'
import { orgUserCalls } from './orgUser.calls.ts'
import { orgUser } from './orgUser.entity.ts'
import { orgReceiver, orgUserExport, orgUserImport, orgUserServed, resetScene } from './orgUser.server.ts'
import { poolReclaim, reclaimScene } from './poolReclaim.server.ts'

/** Companies, their users, and the customers of agents. Catalog §6.1, §6.3, §7.3. */
export const companyServer = joinServer(companyPart, {
  served: [
    openServed,
    ...mergeServed,
    ...duplicatesServed,
    ...orgUserServed,
    ...customerServed,
    ...agentServed,
  ],
  tasks: [companyImport, orgUserExport, orgUserImport, customerExport, customerImport],
  jobs: [poolReclaim],
  registers: [
    declareEntityRef('company', 'orgName', { column: 'status', value: 1 }),
    declareKeptColumns(company, ['orgCode', 'status', 'channelIds', 'agentId']),
    declareEntityRef('orgUser', 'realName', { column: 'status', value: 1 }),
    declareEntityRef('customer', 'customerName'),
    declareMerge('customer', movesUid('customer', '客户')),
    declareErase('customer', clearsUid('customer', '客户')),
    declareMerge('orgUser', movesUid('orgUser', '组织用户')),
    declareErase('orgUser', clearsUid('orgUser', '组织用户')),
    declareFigure(
      'newCompanies',
      madePerDay(company, {
        label: '新增单位',
        unit: '家',
        to: companyDocument.places.list,
        permission: companyCalls.list.permission,
      }),
    ),
    declareFigure(
      'newCustomers',
      madePerDay(customer, {
        label: '新增客户',
        unit: '家',
        to: '/customer/index',
        permission: customerCalls.list.permission,
      }),
    ),
    declareStep(
      'company',
      hasRows(company, {
        label: '建立第一家客户单位，或一页开户',
        hint: '企业管理 / 客户关系',
        to: companyDocument.places.list,
        permission: companyCalls.save.permission,
      }),
    ),
    declareRecord({ of: orgUser, read: orgUserCalls.info, page: '/company/orgUserInfo/{id}' }),
    declareRecord({
      of: customer,
      read: customerCalls.info,
      page: '/customer/info_customers/{id}/see',
      readBy: readCustomer,
    }),
    declareScope('company', companiesOf),
    declareSapType(company.name, { label: company.label }),
    declareHandover('customer', customerHandover),
    onStaffLeave(leaveCustomers),
    orgReceiver,
    resetScene,
    statusEvent,
    reclaimScene,
    agentScene,
    ...declareForms(partiesForm),
    declareUse('product', productUses),
    // The account that is not moved is empty; those of payers follow them.
    declareCompanyColumn({ table: 'account', column: 'systemOrgId', twins: ['accountType', 'payerId'] }),
  ],
})

import { documentFacts } from '#kit/shared/declareDocument.ts'
import { button, joinFacts } from '#kit/shared/room.ts'
import { employeeCalls, groupBuyingCalls, openJoinGroup } from '../groupBuying/groupBuying.calls.ts'
import { inviteCalls, openInviteCheck, openInviteCode } from '../invite/invite.calls.ts'
import { openLoginCalls } from '../login/login.calls.ts'
import { userImportCall, userTemplate } from '../transfer/transfer.calls.ts'
import { duplicateList } from './duplicates.calls.ts'
import { eraseCalls, eraseDocument, openEraseCalls } from './userErase.document.ts'
import { EXPORT_FULL, exportCalls } from './userExport.calls.ts'
import { mergeCalls, mergeDocument } from './userMerge.document.ts'

const { logs, ...exports } = exportCalls

/** How people come, company group buying, privacy and sign-in. Members §2.5, §5.2, §5.3, §10. */
export const privacyFacts = joinFacts(
  {
    calls: [
      ...Object.values(inviteCalls),
      openInviteCheck,
      openInviteCode,
      ...Object.values(groupBuyingCalls),
      ...Object.values(employeeCalls),
      openJoinGroup,
      ...Object.values(openLoginCalls),
      ...Object.values(openEraseCalls),
      ...Object.values(exportCalls),
      duplicateList,
      userImportCall,
      userTemplate,
    ],
    prefixes: ['TG', 'YHDC'],
    rights: {
      'user.invitationcode': {
        calls: inviteCalls,
        reads: [inviteCalls.records],
        buttons: [
          button('批量生成', inviteCalls.batch),
          button('二维码', inviteCalls.qrcode, inviteCalls.cards),
        ],
      },
      'user.groupBuying': {
        calls: groupBuyingCalls,
        buttons: [
          button('企业码', groupBuyingCalls.cards),
          button('重置企业码', groupBuyingCalls.resetCode),
          button('查看员工', employeeCalls.list, employeeCalls.info),
          button('新增员工', employeeCalls.save),
          button('编辑员工', employeeCalls.update),
          button('审核员工', employeeCalls.examine),
          button('停用、离职', employeeCalls.status),
          button('解绑员工', employeeCalls.unbind),
          button('导入员工', employeeCalls.importSheet, employeeCalls.template),
          button('导出员工', employeeCalls.exportRows),
        ],
      },
      'user.privacy.export': {
        reads: [exports.list, exports.info],
        buttons: [
          button('导出用户', exports.start),
          { name: '明文导出', permissions: [EXPORT_FULL] },
          button('审核', exports.examine),
          button('导入用户', userImportCall, userTemplate),
        ],
      },
      'user.privacy.sensitive': { reads: [logs] },
      'user.privacy.duplicate': { reads: [duplicateList] },
    },
  },
  documentFacts(mergeDocument, { buttons: [button('预览合并', mergeCalls.preview)] }),
  documentFacts(eraseDocument, {
    reads: [eraseCalls.guards],
    buttons: [
      button('撤销注销', eraseCalls.cancel),
      button('立即注销', eraseCalls.run),
      button('导出个人数据', eraseCalls.data),
    ],
  }),
)

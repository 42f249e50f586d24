import { documentScreens } from '#kit/web/document/documentScreens.tsx'
import MergeForm from './MergeForm.tsx'
import { mergeDocument } from './userMerge.document.ts'

const screens = documentScreens(mergeDocument, {
  sections: [
    { title: '合并', fields: ['fromUid', 'toUid', 'reason', 'remark', 'files'] },
    {
      title: '保留哪一方的',
      fields: ['keepNickname', 'keepAvatar', 'keepBirthday', 'keepSpread', 'keepLevel'],
    },
    { title: '已移动', fields: ['moved'] },
    { title: '审核', fields: ['submitBy', 'submitTime', 'auditBy', 'auditTime', 'opinion'] },
  ],
  ifAny: { moved: (row) => row.auditStatus === 1 },
  list: {
    show: ['mergeNo', 'fromUid', 'toUid', 'reason', 'auditStatus', 'createTime'],
    empty: '同一人的两个账号在这里合并，须由他人审核',
  },
  page: {
    notice: (row) => row.auditStatus === 0 && <p className="k-hint">通过后立即合并，不能撤销。</p>,
  },
  touches: ['/admin/user'],
  print: {
    title: '用户合并单',
    head: ['mergeNo', 'fromUid', 'toUid', 'reason', 'auditBy', 'auditTime'],
    lines: { name: 'moved', columns: ['label', 'n'] },
    signs: ['申请人', '审核人'],
  },
})

/** 合并单. Members §10.3. */
export default { ...screens, Form: MergeForm }

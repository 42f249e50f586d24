import { useParams } from 'react-router'
import { FieldCell } from '#kit/fields/web.tsx'
import type { OutWireOf } from '#kit/shared/call.ts'
import type { Shape } from '#kit/shared/field.ts'
import { type Act, act } from '#kit/web/actions.tsx'
import { useDeciding } from '#kit/web/document/deciding.ts'
import { auditState, mayExamine } from '#kit/web/document/documentActs.tsx'
import { Examine } from '#kit/web/examine/Examine.tsx'
import { InfoPage } from '#kit/web/info/InfoPage.tsx'
import { goTo } from '#kit/web/navigate.ts'
import { currentSession } from '#kit/web/session.ts'
import { EXPORT_LIST, exportCalls, exportStates } from './userExport.calls.ts'
import { userExport } from './userExport.entity.ts'

type Info = OutWireOf<typeof exportCalls.info>
const SHAPE: Shape = exportCalls.info.answer.shape ?? userExport.all

export const EXPORT_SECTIONS = [
  {
    title: '导出',
    fields: ['what', 'adminId', 'isFull', 'reason', 'rows', 'columnNames', 'filterText', 'ip', 'createTime'],
  },
  { title: '文件', fields: ['fileUntil', 'downloads', 'fileHash'] },
  { title: '审核', fields: ['submitTime', 'auditBy', 'auditTime', 'opinion'] },
]

const examineAct: Act<Info> = act({
  label: '审核',
  permission: exportCalls.examine,
  primary: true,
  when: (row) => mayExamine(exportStates, row),
  run: ({ id }) => goTo(`${EXPORT_LIST}/examine/${id}`),
})
const fileAct: Act<Info> = act({
  label: '我的下载',
  when: (row) => row.taskId !== null && row.adminId === currentSession().person?.id,
  run: () => goTo('/file/exportList'),
})

/** 导出详情 and 导出审核. Members §10.2. */
export default function ExportPage() {
  const id = Number(useParams().id)
  const deciding = useDeciding()
  return (
    <InfoPage
      of={userExport}
      call={exportCalls.info}
      id={id}
      title={(row) => `用户导出 ${row.exportNo}`}
      name={(row) => row.exportNo}
      states={(row) => [
        auditState(row),
        userExport.shape.isFull.choices?.find((one) => one.value === row.isFull),
      ]}
      actions={deciding ? [fileAct] : [examineAct, fileAct]}
      back={EXPORT_LIST}
      processes
      figures={(row) => [
        { label: '行数', value: row.rows },
        { label: '下载次数', value: row.downloads },
      ]}
      sections={EXPORT_SECTIONS}
      parts={(row) =>
        row.fetched.length === 0
          ? []
          : [
              {
                key: 'fetched',
                label: '下载记录',
                content: SHAPE.fetched && (
                  <FieldCell field={SHAPE.fetched} name="fetched" value={row.fetched} row={row} wide />
                ),
              },
            ]
      }
      decision={(row) =>
        deciding &&
        mayExamine(exportStates, row) && (
          <Examine
            call={exportCalls.examine}
            input={(pass, opinion) => ({
              id,
              auditStatus: pass ? (1 as const) : (2 as const),
              opinion,
              version: row.version,
            })}
            touches={['/admin/user/export']}
          />
        )
      }
    />
  )
}

import { DiffOutlined } from '@ant-design/icons'
import { Alert, Button, Drawer } from 'antd'
import { useState } from 'react'
import type { OutWireOf } from '#kit/shared/call.ts'
import { type Act, act, callAct } from '#kit/web/actions.tsx'
import { confirm } from '#kit/web/confirm.tsx'
import { openDialog } from '#kit/web/host.tsx'
import { listColumns, StatusSwitch } from '#kit/web/list/columnsOf.tsx'
import { Rows } from '#kit/web/list/Rows.tsx'
import { request } from '#kit/web/request.ts'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { download } from '#kit/web/transfer.ts'
import { change, useCall } from '#kit/web/useCall.ts'
import { definitionCalls, versionRow } from '../definition/definition.calls.ts'
import { openCompare, openVersion } from './FlowCompare.tsx'

type Row = OutWireOf<typeof definitionCalls.versions>[number]

const WIDTH = 1080
const UNSORTED = { sortBy: '', sortOrder: 'desc', set: () => undefined } as const
const TOUCHES = [definitionCalls.list.path]

const COLUMNS = listColumns<Row>(
  versionRow,
  {
    revision: { width: 60, align: 'left', render: ({ revision }) => `v${revision}` },
    displayName: { width: 130 },
    enabled: {
      width: 70,
      render: (row) => (
        <StatusSwitch
          field={versionRow.enabled}
          row={row}
          call={definitionCalls.status}
          name="enabled"
          prompt={`停用 v${row.revision} 后不能再用它发起流程，已发起的不受影响，确定停用吗？`}
          input={(on) => ({ id: row.id, status: on ? 1 : 0 })}
        />
      ),
    },
    note: { width: 150 },
    createByName: { width: 90 },
    createTime: { width: 140 },
    running: {
      title: '运行中/全部',
      width: 100,
      align: 'left',
      render: ({ running, total }) => `${running} / ${total}`,
    },
  },
  ['revision', 'displayName', 'enabled', 'note', 'createByName', 'createTime', 'running'],
)

/** 历史版本 of a process; `onRestored`: one of them became its draft. Workflow §4. */
export function openVersions(name: string, title: string, onRestored: () => unknown): Promise<null> {
  return openDialog<null>((close) => (
    <Drawer open title={`历史版本 ${title}`} size={WIDTH} onClose={() => close(null)}>
      <Versions
        name={name}
        onRestored={() => {
          close(null)
          onRestored()
        }}
      />
    </Drawer>
  ))
}

async function restore(row: Row): Promise<boolean> {
  const { version, from } = await request(definitionCalls.draft, { name: row.name })
  const lost = from === 'draft' ? '现有草稿和未保存的修改会被覆盖，' : ''
  if (!(await confirm(`v${row.revision} 的内容将成为草稿，${lost}部署后才生效，确定恢复吗？`))) return false
  await change(
    definitionCalls.restore,
    { id: row.id, version },
    { success: '已恢复为草稿', touches: TOUCHES },
  )
  return true
}

function Versions({ name, onRestored }: { name: string; onRestored(): void }) {
  const { data, error, isFetching, refetch } = useCall(definitionCalls.versions, { name }, { quiet: true })
  const [chosen, setChosen] = useState<ReadonlyMap<number, Row>>(new Map())
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Loading />
  // What was deleted meanwhile is no longer chosen.
  const pair = data.filter(({ id }) => chosen.has(id)).sort((a, b) => a.revision - b.revision)
  const [before, after] = pair
  const exported = (format: 'json' | 'xml', label: string): Act<Row> =>
    act({
      label,
      permission: definitionCalls.exportFile,
      run: ({ id }) => download(definitionCalls.exportFile, { id, format }),
    })
  const acts: readonly Act<Row>[] = [
    act({ label: '查看', permission: definitionCalls.info, run: (row) => void openVersion(row.id) }),
    act({
      label: '恢复为草稿',
      permission: definitionCalls.restore,
      async run(row) {
        if (await restore(row)) onRestored()
      },
    }),
    exported('json', '导出 JSON'),
    exported('xml', '导出 XML'),
    callAct(definitionCalls.remove, {
      label: '删除',
      danger: true,
      off: ({ total }) => (total > 0 ? '已有流程实例，不能删除，可以停用' : null),
      prompt: ({ revision }) => `确定删除版本 v${revision} 吗？`,
      input: ({ id }) => ({ id }),
      success: '删除成功',
    }),
  ]
  return (
    <>
      <div className="k-list-bar">
        <Button
          icon={<DiffOutlined />}
          disabled={pair.length !== 2}
          onClick={() => {
            if (before !== undefined && after !== undefined) void openCompare(before.id, after.id)
          }}
        >
          比较所选版本
        </Button>
      </div>
      {data.length > 1 && pair.length !== 2 && (
        <Alert
          type="info"
          showIcon
          title={pair.length > 2 ? '一次只能比较两个版本' : '勾选两个版本即可比较'}
          style={{ marginBottom: 8 }}
        />
      )}
      <Rows<Row>
        rows={data}
        columns={COLUMNS}
        acts={acts}
        inDialog
        waiting={isFetching}
        state={UNSORTED}
        {...(data.length > 1 ? { chosen } : {})}
        onChoose={setChosen}
        empty={<Empty text="还没有部署过，设计完成后点击部署产生第一个版本" />}
      />
    </>
  )
}

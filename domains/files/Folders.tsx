import { DeleteOutlined, EditOutlined, FolderOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Tree } from 'antd'
import { useMemo } from 'react'
import { CategorySelect } from '#domains/settings/settings.pickers.tsx'
import {
  ALL_PICTURES,
  type CategoryNodeWire,
  category,
  categoryCalls,
  DEFAULT_FOLDER,
} from '#domains/settings/settings.shared.ts'
import { text } from '#kit/fields/shared.ts'
import { confirm } from '#kit/web/confirm.tsx'
import type { InputProps } from '#kit/web/fieldUi.ts'
import { openForm } from '#kit/web/form/FormModal.tsx'
import { mayCall } from '#kit/web/session.ts'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { change, useCall } from '#kit/web/useCall.ts'
import { useIsPhone } from '#kit/web/useScreen.ts'
import { attachment } from './attachment.entity.ts'

const TYPE = 2
const NAME_MAX = 20
export const ALL = '全部图片'
const PICTURES = { type: TYPE, status: '-1' } as const

const { pid, sort, status, url } = category.shape
const shape = { pid, name: text('分类名称', { max: NAME_MAX, required: true }), sort, status, url }
const ROOT = { value: 0, title: ALL }

/** A folder of the library as an input; 0 is the root. */
export function FolderInput(props: InputProps) {
  return <CategorySelect {...props} type={TYPE} root={ROOT} />
}

const INPUTS = { pid: { Input: FolderInput } }

interface TreeNode {
  key: number
  title: string
  children: TreeNode[]
}

const nodesOf = (nodes: readonly CategoryNodeWire[]): TreeNode[] =>
  nodes.map(({ id, name, child }) => ({ key: id, title: name, children: nodesOf(child) }))

function openFolder(id: number | null, parent: number): Promise<number | null> {
  return openForm({
    of: category,
    calls: categoryCalls,
    shape,
    id,
    title: id === null ? '新增分类' : '编辑分类',
    // Sent as 0, the root has the id 10000 on screens; new folders go to 默认分组 unless one is chosen.
    initial: { pid: parent === ALL_PICTURES ? DEFAULT_FOLDER : parent },
    inputs: INPUTS,
    complete: (input) => (id === null ? { ...input, type: TYPE } : input),
  })
}

interface FoldersProps {
  /** the chosen folder; 10000 is the root */
  value: number
  onChange(folder: number): void
}

/** The folders of the library with what can be done with the chosen one. Platform §9.2. */
export function Folders({ value, onChange }: FoldersProps) {
  const phone = useIsPhone()
  const { data, error, refetch } = useCall(categoryCalls.tree, PICTURES, { quiet: true })
  const nodes = useMemo(() => [{ key: ALL_PICTURES, title: ALL, children: nodesOf(data ?? []) }], [data])
  if (data === undefined && error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  const remove = async () => {
    if (!(await confirm('确定删除该分类吗？', { danger: true }))) return
    try {
      await change(categoryCalls.remove, { id: value }, { success: '删除成功' })
      onChange(ALL_PICTURES)
    } catch {
      // The refusal has been shown.
    }
  }
  const isRoot = value === ALL_PICTURES
  return (
    <section className="f-folders" aria-label="素材分类">
      <div className="f-folder-bar">
        {mayCall(categoryCalls.save) && (
          <Button icon={<PlusOutlined />} onClick={() => void openFolder(null, value)}>
            新增分类
          </Button>
        )}
        {mayCall(categoryCalls.update) && (
          <Button
            icon={<EditOutlined />}
            aria-label="编辑分类"
            title="编辑分类"
            disabled={isRoot}
            onClick={() => void openFolder(value, value)}
          />
        )}
        {mayCall(categoryCalls.remove) && (
          <Button
            icon={<DeleteOutlined />}
            aria-label="删除分类"
            title="删除分类"
            danger
            disabled={isRoot || value === DEFAULT_FOLDER}
            onClick={() => void remove()}
          />
        )}
      </div>
      {phone ? (
        <FolderInput
          field={attachment.shape.pid}
          value={isRoot ? 0 : value}
          onChange={(folder) => onChange(Number(folder) || ALL_PICTURES)}
        />
      ) : (
        // What is open at first is told once, so the tree waits for its folders.
        data !== undefined && (
          <Tree
            aria-label="素材分类"
            blockNode
            showIcon
            icon={<FolderOutlined />}
            defaultExpandedKeys={[ALL_PICTURES]}
            selectedKeys={[value]}
            treeData={nodes}
            onSelect={([folder]) => folder !== undefined && onChange(Number(folder))}
          />
        )
      )}
    </section>
  )
}

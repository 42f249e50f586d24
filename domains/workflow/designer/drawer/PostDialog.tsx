import { Select } from 'antd'
import { useState } from 'react'
import { Dialog } from '#kit/web/Dialog.tsx'
import { useDict } from '#kit/web/dict.ts'
import { toastError } from '#kit/web/toast.ts'
import { POSTS } from './posts.ts'

const WIDTH = 420

/** Posts of the staff, from their dictionary; null when the person gave up. */
export function PostDialog({ onClose }: { onClose(posts: readonly string[] | null): void }) {
  const posts = useDict(POSTS)
  const [chosen, setChosen] = useState<string[]>([])
  const give = () => {
    if (chosen.length === 0) toastError('请选择岗位')
    else onClose(chosen)
  }
  return (
    <Dialog
      title="选择岗位"
      width={WIDTH}
      okText="确定"
      cancelText="取消"
      onOk={give}
      onCancel={() => onClose(null)}
    >
      <Select<string[]>
        className="k-fill"
        mode="multiple"
        aria-label="岗位"
        placeholder="可多选"
        value={chosen}
        options={posts.map(({ dictValue, dictLabel }) => ({ value: dictValue, label: dictLabel }))}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={setChosen}
      />
    </Dialog>
  )
}

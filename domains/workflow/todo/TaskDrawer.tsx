import { Drawer } from 'antd'
import { useMemo, useRef, useState } from 'react'
import { confirm } from '#kit/web/confirm.tsx'
import { LEAVE } from '#kit/web/form/useForm.ts'
import { type Tab, TabContext } from '#kit/web/tab.ts'
import { useIsPhone } from '#kit/web/useScreen.ts'
import { TaskView } from './TaskView.tsx'

const WIDTH = 1120

/** The drawer of `openTask`: for the task in it, it is the tab. */
export default function TaskDrawer({ id, onClose }: { id: number; onClose(): void }) {
  const phone = useIsPhone()
  const [at, setAt] = useState(id)
  const dirty = useRef(false)
  const tab = useMemo<Tab>(
    () => ({
      setDirty: (now) => {
        dirty.current = now
      },
      // The task itself says what it is.
      setTitle: () => undefined,
      close: onClose,
    }),
    [onClose],
  )
  return (
    <Drawer
      open
      title="处理任务"
      size={phone ? '100%' : WIDTH}
      mask={{ closable: false }}
      className="td-drawer"
      onClose={() => void leave(dirty.current, onClose)}
    >
      <TabContext value={tab}>
        <TaskView key={at} id={at} onNext={setAt} />
      </TabContext>
    </Drawer>
  )
}

async function leave(dirty: boolean, onClose: () => void): Promise<void> {
  if (!dirty || (await confirm(LEAVE))) onClose()
}

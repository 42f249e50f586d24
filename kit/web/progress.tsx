import { Button } from 'antd'
import { useState, useSyncExternalStore } from 'react'
import { toastLoading } from './toast.ts'

/** Work on many things that is under way in this window. */
export interface Progress {
  /** one more is done */
  step(): void
  /** whether the person wants no more of it */
  cancelled(): boolean
  /** takes the notice away */
  close(): void
}

/** Tells how far the work is, with a button that ends it after the thing that is being done. Screens §5. */
export function showProgress(label: string, total: number): Progress {
  let done = 0
  let cancelled = false
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const close = toastLoading(
    <Told
      label={label}
      total={total}
      subscribe={subscribe}
      done={() => done}
      onCancel={() => {
        cancelled = true
      }}
    />,
  )
  return {
    step() {
      done++
      for (const listener of listeners) listener()
    },
    cancelled: () => cancelled,
    close,
  }
}

interface ToldProps {
  label: string
  total: number
  subscribe: (listener: () => void) => () => void
  done: () => number
  onCancel: () => void
}

function Told({ label, total, subscribe, done, onCancel }: ToldProps) {
  const at = useSyncExternalStore(subscribe, done)
  const [ending, setEnding] = useState(false)
  return (
    <>
      {`正在${label}，已处理${at}条，共${total}条`}
      <Button
        type="link"
        size="small"
        disabled={ending}
        onClick={() => {
          setEnding(true)
          onCancel()
        }}
      >
        {ending ? '正在取消' : '取消'}
      </Button>
    </>
  )
}

import { Alert } from 'antd'
import { useSyncExternalStore } from 'react'

/** Says so while the browser has no network; what was typed into forms is kept in it. Screens §4. */
export function Offline() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  return online ? null : <Alert banner type="warning" title="网络已断开，内容已保存在本机" />
}

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { lostText } from '../lost.ts'
import { CallError } from '../request.ts'

/** When the application itself cannot be shown, most often because its code did not arrive. Platform §4.6. */
export function RootTrouble() {
  const error = useRouteError()
  useEffect(() => {
    // What a call did not bring is told on the page.
    if (!(error instanceof CallError)) console.error(error)
  }, [error])
  return (
    <main style={{ padding: '20vh 24px', textAlign: 'center', fontFamily: 'sans-serif' }}>
      <h1 style={{ fontSize: 20 }}>页面加载失败</h1>
      <p role="alert">{lostText(error)}</p>
      <p>请检查网络，然后刷新页面。</p>
      <button type="button" onClick={() => location.reload()}>
        刷新
      </button>
    </main>
  )
}

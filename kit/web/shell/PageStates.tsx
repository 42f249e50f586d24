import { Button, Spin } from 'antd'
import { Component, type ReactNode } from 'react'
import { lostText } from '../lost.ts'
import { goTo } from '../navigate.ts'
import { forgetFailed } from './pages.tsx'
import { SmallPage } from './SmallPage.tsx'

/** While the code of a page is on its way. */
export function PageLoading() {
  return (
    <div className="ts-loading">
      <Spin />
      <span className="ts-unseen" role="status">
        加载中
      </span>
    </div>
  )
}

/** A page that failed, drawn in its place: the other tabs go on. What went wrong is only logged (platform §4.6). */
export class PageTrouble extends Component<
  { path: string; children: ReactNode },
  { failed: boolean; lost: string }
> {
  override state = { failed: false, lost: '' }

  static getDerivedStateFromError(error: unknown) {
    return { failed: true, lost: lostText(error) }
  }

  override componentDidCatch(error: unknown) {
    console.error(error)
  }

  again = () => {
    forgetFailed()
    goTo(`/redirect${this.props.path}`, { replace: true })
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <SmallPage
        title="页面加载失败"
        actions={
          <Button type="primary" onClick={this.again}>
            刷新
          </Button>
        }
      >
        {this.state.lost !== '' && <p>{this.state.lost}</p>}
        <p>请检查网络后刷新本页</p>
      </SmallPage>
    )
  }
}

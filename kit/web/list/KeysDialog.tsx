import { Dialog } from '#kit/web/Dialog.tsx'
import { openDialog } from '#kit/web/host.tsx'

const KEYS = [
  ['/', '搜索'],
  ['j', '下一行'],
  ['k', '上一行'],
  ['Enter', '打开'],
  ['x', '选择'],
  ['n', '新增'],
  ['e', '编辑'],
  ['?', '显示快捷键'],
  ['扫码枪', '搜索条码，只有一条时打开'],
] as const

/** The keys of a list. Screens §2. */
export function openKeys(): Promise<null> {
  return openDialog<null>((close) => (
    <Dialog title="快捷键" width={360} footer={null} onCancel={() => close(null)}>
      <dl className="k-keys">
        {KEYS.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  ))
}

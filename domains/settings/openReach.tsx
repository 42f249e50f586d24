import { Modal, Segmented, Tree } from 'antd'
import { useMemo, useState } from 'react'
import { idsOf } from '#kit/fields/refs/web.tsx'
import { openDialog } from '#kit/web/host.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useCall, useChange } from '#kit/web/useCall.ts'
import { type CityNode, useCityTree } from './cityTree.web.ts'
import { CHANNELS } from './dict.entity.ts'
import { regionCalls as calls } from './region.calls.ts'

type Channel = (typeof CHANNELS)[number]['value']

const HEIGHT = 400
const OPTIONS = CHANNELS.map(({ value, label }) => ({ value, label }))

interface Item {
  key: number
  title: string
  children: Item[]
}

const itemsOf = (nodes: readonly CityNode[]): Item[] =>
  nodes.map(({ id, name, child }) => ({ key: id, title: name, children: itemsOf(child) }))

/** 渠道可达: where each channel sells to. Platform §8.2. */
export function openReach(): Promise<null> {
  return openDialog<null>((close) => <Reach onClose={() => close(null)} />)
}

function Reach({ onClose }: { onClose(): void }) {
  const [channelId, setChannelId] = useState<Channel>(CHANNELS[0].value)
  const [ticked, setTicked] = useState<readonly number[] | null>(null)
  const tree = useCityTree()
  const items = useMemo(() => itemsOf(tree.data ?? []), [tree.data])
  const reach = useCall(calls.reach, { channelId }, { quiet: true })
  const { run, running } = useChange(calls.channel, { success: '操作成功' })
  const error = tree.error ?? reach.error
  const chosen = ticked ?? idsOf(reach.data?.cityIds ?? '')
  const save = async () => {
    try {
      await run({ channelId, cityIds: chosen.join(',') })
      setTicked(null)
    } catch {
      // The refusal has been shown; what was ticked stays.
    }
  }
  return (
    <Modal
      open
      title="渠道可达"
      mask={{ closable: false }}
      okText="保存"
      cancelText="关闭"
      confirmLoading={running}
      okButtonProps={{ disabled: ticked === null }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <Segmented<Channel>
        options={OPTIONS}
        value={channelId}
        onChange={(channel) => {
          setChannelId(channel)
          setTicked(null)
        }}
      />
      <p className="k-hint">勾选的地区连同其下级可达；未勾选的地区不出现在该渠道的地址中。</p>
      {error !== null ? (
        <ErrorState error={error} onRetry={() => void Promise.all([tree.refetch(), reach.refetch()])} />
      ) : tree.data === undefined || reach.data === undefined ? (
        <Loading rows={6} />
      ) : (
        <Tree
          key={channelId}
          checkable
          selectable={false}
          height={HEIGHT}
          treeData={items}
          checkedKeys={[...chosen]}
          onCheck={(keys) => setTicked((Array.isArray(keys) ? keys : keys.checked).map(Number))}
        />
      )}
    </Modal>
  )
}

import { Button, Progress } from 'antd'
import { useEffect } from 'react'
import { useNavigate, useParams } from 'react-router'
import { ref } from '#kit/fields/shared.ts'
import { formatTime } from '#kit/shared/time.ts'
import { NONE } from '#kit/web/fieldUi.ts'
import { RecordHead } from '#kit/web/info/RecordHead.tsx'
import { PageTabs } from '#kit/web/PageTabs.tsx'
import { RefSelect } from '#kit/web/RefSelect.tsx'
import { mayCall } from '#kit/web/session.ts'
import { PageLink } from '#kit/web/shell/PageLink.tsx'
import { Empty } from '#kit/web/states/Empty.tsx'
import { ErrorState } from '#kit/web/states/ErrorState.tsx'
import { Loading } from '#kit/web/states/Loading.tsx'
import { useTab } from '#kit/web/tab.ts'
import { useCall } from '#kit/web/useCall.ts'
import { vipCalls } from '../membership/membership.calls.ts'
import { openGive } from '../membership/openGive.tsx'
import { VipOrders } from '../membership/VipOrders.tsx'
import { SignCalendar } from '../sign/SignCalendar.tsx'
import { TaskRecords } from '../task/TaskRecords.tsx'
import { taskCalls } from '../task/task.calls.ts'
import { openFounds } from '../user/openFounds.tsx'
import { openLevel } from '../user/openLevel.tsx'
import { userCalls } from '../user/user.calls.ts'
import { EquityUses } from './EquityUses.tsx'
import { EQUITIES } from './equity.rules.ts'
import { GrowthRecords } from './GrowthRecords.tsx'
import { LevelLog } from './LevelLog.tsx'
import { levelCalls, type Standing } from './level.calls.ts'
import { LEVEL_TYPES } from './level.entity.ts'

const USER = ref('用户', 'user')

/** Somebody is chosen first, where the address names nobody. */
function Chooser() {
  const go = useNavigate()
  return (
    <div className="k-page">
      <h3 className="k-group-title">等级用户详情</h3>
      <RefSelect
        aria-label="用户"
        field={USER}
        value={[]}
        placeholder="搜索用户的昵称、手机号或会员号"
        onChange={([uid]) => uid !== undefined && void go(`/user/levelUserInfo/${uid}`)}
      />
    </div>
  )
}

function LevelCard({ level, growthMode }: { level: Standing['levels'][number]; growthMode: number }) {
  const type = LEVEL_TYPES.find((one) => one.value === level.levelType)?.label ?? ''
  const isMember = level.levelType === 1
  const valid =
    level.levelId === null
      ? NONE
      : level.endTime === null
        ? isMember && growthMode === 2
          ? NONE
          : '长期'
        : `至 ${formatTime(level.endTime)}`
  return (
    <div>
      <dt>{type}</dt>
      <dd>{level.levelId === null ? '无' : level.name}</dd>
      <dd className="k-hint">
        有效期 {valid}
        {level.discount !== '' && ` · 折扣 ${level.discount}%`}
        {level.lockTime !== null && ` · 手工保持至 ${formatTime(level.lockTime)}`}
      </dd>
    </div>
  )
}

function Growth({ standing }: { standing: Standing }) {
  const { growth, next, keep, growthMode } = standing
  const share =
    next === null || next.experience === 0 ? 100 : Math.min(100, Math.floor((growth * 100) / next.experience))
  return (
    <section className="k-section" aria-label="成长值">
      <h3 className="k-group-title">成长值</h3>
      <Progress percent={share} showInfo={false} aria-label="距下一等级" />
      <p>
        {growthMode === 2 ? '近365天成长值' : '成长值'} {growth}
        {next === null ? '，已是最高等级' : `，距${next.name}还差 ${next.need}`}
        {keep !== null && `，保级需要 ${keep}`}
      </p>
    </section>
  )
}

function Benefits({ equities }: { equities: Standing['equities'] }) {
  return (
    <section className="k-section" aria-label="权益">
      <h3 className="k-group-title">权益</h3>
      {equities.length === 0 ? (
        <p className="k-hint">没有权益</p>
      ) : (
        <ul>
          {equities.map((one) => (
            <li key={`${one.levelName}${one.equityCode}${one.name}`}>
              {one.name}
              <span className="k-hint">
                {` ${EQUITIES.find(({ value }) => value === one.equityCode)?.label ?? ''} · ${one.levelName}`}
                {one.equityCode === 9 && ` · 本月已用 ${one.usedNum} / ${one.value} 次`}
                {one.desc !== '' && ` · ${one.desc}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Ready({ standing, onChanged }: { standing: Standing; onChanged(): void }) {
  const { uid, nickname, userNo, levels, experience, signNum, growthMode } = standing
  const tab = useTab()
  const { setTitle } = tab
  useEffect(() => setTitle(`等级 ${nickname}`), [setTitle, nickname])
  return (
    <div className="k-page">
      <RecordHead
        name={nickname}
        number={userNo}
        states={[]}
        figures={[
          { label: '成长值', value: experience },
          { label: '连续签到', value: `${signNum} 天` },
        ]}
      >
        {mayCall(vipCalls.give) && <Button onClick={() => void openGive(String(uid))}>赠送会员</Button>}
        {mayCall(userCalls.level) && (
          <Button onClick={() => void openLevel(uid, nickname, levels[0]?.levelId ?? null).then(onChanged)}>
            修改等级
          </Button>
        )}
        {mayCall(userCalls.founds) && (
          <Button onClick={() => void openFounds(uid, nickname).then(onChanged)}>调整成长值</Button>
        )}
        {mayCall(userCalls.top) && <PageLink to={`/user/detail/${uid}`}>用户详情</PageLink>}
        <Button onClick={() => tab.close('/user/grade')}>返回</Button>
      </RecordHead>
      <dl className="k-record-figures">
        {levels.map((level) => (
          <LevelCard key={level.levelType} level={level} growthMode={growthMode} />
        ))}
      </dl>
      <Growth standing={standing} />
      <Benefits equities={standing.equities} />
      <PageTabs
        tabs={[
          {
            key: 'growth',
            label: '成长值明细',
            call: levelCalls.experience,
            page: <GrowthRecords uid={uid} />,
          },
          { key: 'levels', label: '等级记录', call: levelCalls.log, page: <LevelLog uid={uid} /> },
          { key: 'vip', label: '购买套餐', call: vipCalls.list, page: <VipOrders uid={uid} /> },
          { key: 'tasks', label: '任务', call: taskCalls.records, page: <TaskRecords uid={uid} /> },
          {
            key: 'signs',
            label: '签到日历',
            call: levelCalls.userInfo,
            page: <SignCalendar standing={standing} />,
          },
          { key: 'equities', label: '权益使用', call: levelCalls.equityUses, page: <EquityUses uid={uid} /> },
        ]}
      />
    </div>
  )
}

function Found({ uid }: { uid: number }) {
  const { data, error, refetch } = useCall(levelCalls.userInfo, { uid }, { quiet: true })
  if (data === undefined)
    return error === null ? (
      <Loading rows={10} />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    )
  return <Ready standing={data} onChanged={() => void refetch()} />
}

/** 等级用户详情: levels, growth and benefits of one user. Members §3.7. */
export default function LevelUserInfo() {
  const { uid } = useParams()
  const id = Number(uid)
  if (uid === undefined) return <Chooser />
  return Number.isInteger(id) && id > 0 ? <Found key={id} uid={id} /> : <Empty text="没有这个用户" />
}

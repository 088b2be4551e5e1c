//! Handles: numbers that stand for engines, queues and gateways, and are checked at every use.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::guard::Refusal;

/// Things of one kind by their handles. A handle is never given out twice: it holds a slot, how often the slot was used
/// and the kind, so a stale one and one of another table are told apart from a live one.
pub(crate) struct Handles<T> {
    kind: u64,
    slots: Mutex<Slots<T>>,
}

struct Slots<T> {
    all: Vec<Slot<T>>,
    free: Vec<u32>,
}

struct Slot<T> {
    generation: u32,
    value: Option<Arc<T>>,
}

const INDEX_BITS: u32 = 24;
const GENERATION_BITS: u32 = 32;

impl<T> Handles<T> {
    /// An empty table. Each table has its own `kind`, from 1 to 255.
    pub(crate) const fn new(kind: u8) -> Self {
        Self { kind: kind as u64, slots: Mutex::new(Slots { all: Vec::new(), free: Vec::new() }) }
    }

    /// Keeps `value` until its handle is removed.
    pub(crate) fn insert(&self, value: T) -> u64 {
        let mut slots = self.lock();
        let value = Some(Arc::new(value));
        let index = slots.free.pop().unwrap_or_else(|| {
            slots.all.push(Slot { generation: 0, value: None });
            u32::try_from(slots.all.len() - 1).unwrap_or(u32::MAX)
        });
        let slot = &mut slots.all[index as usize];
        slot.value = value;
        self.handle(index, slot.generation)
    }

    /// What the handle stands for. It lives on for whoever holds it, also when the handle is removed meanwhile.
    pub(crate) fn get(&self, handle: u64) -> Result<Arc<T>, Refusal> {
        let mut slots = self.lock();
        let slot = self.slot(&mut slots, handle)?;
        slot.value.clone().ok_or(Refusal::Stale)
    }

    /// Ends the handle.
    pub(crate) fn remove(&self, handle: u64) -> Result<Arc<T>, Refusal> {
        let mut slots = self.lock();
        let slot = self.slot(&mut slots, handle)?;
        let value = slot.value.take().ok_or(Refusal::Stale)?;
        if let Some(next) = slot.generation.checked_add(1) {
            slot.generation = next;
            slots.free.push(index_of(handle));
        }
        Ok(value)
    }

    fn slot<'a>(&self, slots: &'a mut Slots<T>, handle: u64) -> Result<&'a mut Slot<T>, Refusal> {
        let slot = slots.all.get_mut(index_of(handle) as usize).ok_or(Refusal::Stale)?;
        if self.handle(index_of(handle), slot.generation) == handle { Ok(slot) } else { Err(Refusal::Stale) }
    }

    fn handle(&self, index: u32, generation: u32) -> u64 {
        self.kind << (GENERATION_BITS + INDEX_BITS) | u64::from(generation) << INDEX_BITS | u64::from(index)
    }

    fn lock(&self) -> MutexGuard<'_, Slots<T>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn index_of(handle: u64) -> u32 {
    u32::try_from(handle & ((1 << INDEX_BITS) - 1)).unwrap_or(u32::MAX)
}

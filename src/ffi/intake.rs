//! The intake and the decoders in C.

use core::ffi::{c_char, c_void};
use core::mem::MaybeUninit;

use crate::arbiter::Arbiter;
use crate::eboard::frames::Frame;
use crate::eboard::intake::{Intake, Options, Sink, Step};
use crate::eboard::protocol::ByteDecoder;
use crate::eboard::sensor::Report;

use crate::eboard::text::{Text, TextError};
use crate::ffi::codes::{TmEvent, TmStatus, coded};
use crate::ffi::pointers::{
    answer, any_place, any_seen, ascii, fill, place, places, seen, seen_bytes, told,
};
use crate::ffi::sensing::{TmIntakeOptions, TmPending, TmProtocol, TmReport, TmStep};
use crate::ffi::states::{State, TmArbiter, TmDecoder, TmIntake};

/// Makes an intake for a board on which the position of this machine stands. The intake has a copy
/// of the machine: `tm_intake_arbiter` gives it as it is after the reports. `options` may be null:
/// then they are the usual ones.
///
/// # Safety
///
/// The pointers are as [`ffi`](crate::ffi) says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_intake_new(
    intake: *mut TmIntake,
    arbiter: *const TmArbiter,
    options: *const TmIntakeOptions,
) -> u8 {
    answer(|| {
        // SAFETY: the caller's pointers are as documented.
        let (intake, arbiter, options) =
            unsafe { (place(intake)?, TmArbiter::read(arbiter)?, any_seen(options)?) };
        let options = options.map_or_else(Options::default, TmIntakeOptions::read);
        begin(intake, &Intake::expected(arbiter), arbiter, options);
        Ok(())
    })
}

#[cfg_attr(target_arch = "arm", inline(never))] // Off the stack while the pieces are looked for.
fn begin(place: &mut MaybeUninit<TmIntake>, shown: &Frame, arbiter: &Arbiter, options: Options) {
    TmIntake::put(place, &Intake::seeing(shown, arbiter, options));
}

/// Takes a report. What follows from it is told step by step, in order: of this and all functions
/// that have `tell`, it is null or a function that returns; it is called during the call only,
/// never afterwards, with `context`, which may be anything, and with a step that lasts as long as
/// its own call. It must leave the intake alone: until all is told, the functions take it for none.
///
/// # Safety
///
/// The pointers are as [`ffi`](crate::ffi) says; `tell` may be called with `context`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_intake_sense(
    intake: *mut TmIntake,
    report: *const TmReport,
    tell: Option<unsafe extern "C" fn(context: *mut c_void, step: *const TmStep)>,
    context: *mut c_void,
) -> u8 {
    answer(|| {
        // SAFETY: the caller's pointer is as documented.
        let report = unsafe { seen(report)? };
        // SAFETY: the caller's promise.
        let mut sink = unsafe { teller(tell, context) };
        let sense = |intake: &mut Intake| {
            // What is no report changes nothing, not even the time.
            let says = report.says_anything()?;
            match report.at_ms() {
                at_ms if says => {
                    intake.begin(at_ms, &mut sink);
                    sensed(intake, report, &mut sink)?;
                }
                Some(at_ms) => intake.pass_time(at_ms, &mut sink),
                None => {}
            }
            Ok(())
        };
        // SAFETY: the caller's promise.
        unsafe { TmIntake::change(intake, sense) }
    })
}

/// Takes what a report says, its time having come.
#[cfg_attr(target_arch = "arm", inline(never))] // Off the stack while time passes.
fn sensed(intake: &mut Intake, report: &TmReport, tell: &mut Sink<'_>) -> Result<(), TmStatus> {
    if let Some(sensor) = report.sensor()? {
        intake.sense(&sensor, report.at_ms().is_some(), tell);
    }
    Ok(())
}

/// Lets time pass without a report, up to this time. Needed after as many milliseconds as
/// `tm_intake_pending` says; harmless at any time.
///
/// # Safety
///
/// As for [`tm_intake_sense`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_intake_pass_time(
    intake: *mut TmIntake,
    to_ms: u32,
    tell: Option<unsafe extern "C" fn(context: *mut c_void, step: *const TmStep)>,
    context: *mut c_void,
) -> u8 {
    // SAFETY: the caller's promise.
    answer(|| unsafe {
        let mut sink = teller(tell, context);
        TmIntake::change(intake, |intake| {
            intake.pass_time(to_ms, &mut sink);
            Ok(())
        })
    })
}

/// Tells an event that no board senses, such as a claim. What was reported before is told first. An
/// event that cannot have happened is left out.
///
/// # Safety
///
/// As for [`tm_intake_sense`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_intake_handle(
    intake: *mut TmIntake,
    event: *const TmEvent,
    tell: Option<unsafe extern "C" fn(context: *mut c_void, step: *const TmStep)>,
    context: *mut c_void,
) -> u8 {
    answer(|| {
        // SAFETY: the caller's pointers are as documented.
        unsafe {
            let (event, mut sink) = (seen(event)?, teller(tell, context));
            TmIntake::change(intake, |intake| {
                intake.tell(event.read()?, &mut sink);
                Ok(())
            })
        }
    })
}

/// Tells the intake that no report will follow: what stands on the board has been let go.
///
/// # Safety
///
/// As for [`tm_intake_sense`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_intake_end(
    intake: *mut TmIntake,
    tell: Option<unsafe extern "C" fn(context: *mut c_void, step: *const TmStep)>,
    context: *mut c_void,
) -> u8 {
    // SAFETY: the caller's promise.
    answer(|| unsafe {
        let mut sink = teller(tell, context);
        TmIntake::change(intake, |intake| {
            intake.end(&mut sink);
            Ok(())
        })
    })
}

/// The machine of the intake, as it is after all steps told.
///
/// # Safety
///
/// The pointers are as [`ffi`](crate::ffi) says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_intake_arbiter(intake: *const TmIntake, arbiter: *mut TmArbiter) -> u8 {
    answer(|| {
        // SAFETY: the caller's pointers are as documented.
        let (intake, arbiter) = unsafe { (TmIntake::read(intake)?, place(arbiter)?) };
        TmArbiter::put(arbiter, intake.arbiter());
        Ok(())
    })
}

/// What the ruling still waits for, and how long time alone would take to bring something new.
///
/// # Safety
///
/// The pointers are as [`ffi`](crate::ffi) says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_intake_pending(intake: *const TmIntake, out: *mut TmPending) -> u8 {
    answer(|| {
        // SAFETY: the caller's pointers are as documented.
        let (intake, out) = unsafe { (TmIntake::read(intake)?, place(out)?) };
        out.write(TmPending::write(intake));
        Ok(())
    })
}

/// The squares where the board shows something other than the events tell: pieces in the air or at
/// rest, and such as nothing explains. Bit n is square n.
///
/// # Safety
///
/// The pointers are as [`ffi`](crate::ffi) says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_intake_unexplained(intake: *const TmIntake, squares: *mut u64) -> u8 {
    answer(|| {
        // SAFETY: the caller's pointers are as documented.
        let (intake, squares) = unsafe { (TmIntake::read(intake)?, place(squares)?) };
        squares.write(intake.unexplained().0);
        Ok(())
    })
}

/// Makes a decoder before the first byte of this protocol, one of `TM_PROTOCOL_...`.
///
/// # Safety
///
/// The pointer is as [`ffi`](crate::ffi) says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_decoder_new(decoder: *mut TmDecoder, protocol: u8) -> u8 {
    answer(|| {
        // SAFETY: the caller's pointer is as documented.
        let decoder = unsafe { place(decoder)? };
        let protocol = coded(protocol, TmStatus::BadArgument)?;
        let reader = ByteDecoder::new(protocol).ok_or(TmStatus::BadArgument)?;
        TmDecoder::put(decoder, &reader);
        Ok(())
    })
}

/// Takes bytes that a board sent, up to the end of the first report. `taken` is how many it took:
/// those after them are for the next call. If they end no report, all are taken, and the report is
/// `TM_REPORT_NOTHING`. Reports of boards have no time; where the bytes come as they are sent, it
/// is their own. What the protocol does not know is skipped.
///
/// # Safety
///
/// The pointers are as [`ffi`](crate::ffi) says; there are `length` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_decode(
    decoder: *mut TmDecoder,
    bytes: *const u8,
    length: usize,
    taken: *mut usize,
    report: *mut TmReport,
) -> u8 {
    answer(|| {
        // SAFETY: the caller's pointers are as documented.
        let (bytes, taken, report) =
            unsafe { (seen_bytes(bytes, length)?, place(taken)?, place(report)?) };
        let decode = |reader: &mut ByteDecoder| {
            let mut rest = bytes.iter();
            let sensor = rest.find_map(|&byte| reader.push(byte));
            taken.write(length - rest.len());
            let report = report.write(TmReport::NONE);
            if let Some(sensor) = sensor {
                report.set(sensor.into());
            }
            Ok(())
        };
        // SAFETY: the caller's pointer is as documented.
        unsafe { TmDecoder::change(decoder, decode) }
    })
}

/// What to send to a board that speaks this protocol so that it reports: as many bytes as
/// `capacity` allows. `total` is how many there are.
///
/// # Safety
///
/// The pointers are as [`ffi`](crate::ffi) says; `bytes` has room for `capacity` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_greeting(
    protocol: u8,
    bytes: *mut u8,
    capacity: usize,
    total: *mut usize,
) -> u8 {
    answer(|| {
        // SAFETY: the caller's pointers are as documented.
        let (bytes, total) = unsafe { (places(bytes, capacity)?, place(total)?) };
        let greeting = TmProtocol::read(protocol)?.greeting();
        total.write(fill(bytes, 0, greeting.iter().copied()));
        Ok(())
    })
}

/// Reads a line of the plain text protocol (`@1200 lift e2 P`, `clock`), of `length` bytes, without
/// a closing 0. An empty line is `TM_REPORT_NOTHING`. `detail` may be null: after
/// `TM_STATUS_BAD_TEXT` it holds the place of the byte where the line goes wrong.
///
/// # Safety
///
/// The pointers are as [`ffi`](crate::ffi) says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tm_report_read(
    text: *const c_char,
    length: usize,
    report: *mut TmReport,
    detail: *mut u32,
) -> u8 {
    answer(|| {
        // SAFETY: the caller's pointers are as documented.
        let (text, report, detail) =
            unsafe { (seen_bytes(text.cast(), length)?, place(report)?, any_place(detail)?) };
        let wrong = |error: TextError| (TmStatus::BadText, error.column - 1);
        let read = ascii(text)
            .and_then(|text| line(text).map_err(wrong))
            .map_err(|error| told(error, detail))?;
        let report = report.write(TmReport::NONE);
        if let Some(read) = read {
            report.set(read);
        }
        Ok(())
    })
}

/// The report of one line.
fn line(text: &str) -> Result<Option<Report>, TextError> {
    let mut reader = Text::new();
    let ended = text.bytes().find_map(|byte| reader.push(byte));
    ended.or_else(|| reader.end()).transpose()
}

/// What tells C the steps.
///
/// # Safety
///
/// `tell` is none, or may be called with `context` and any step.
unsafe fn teller(
    tell: Option<unsafe extern "C" fn(context: *mut c_void, step: *const TmStep)>,
    context: *mut c_void,
) -> impl FnMut(Step<'_>) {
    move |step| {
        if let Some(tell) = tell {
            // SAFETY: the caller's promise.
            unsafe { tell(context, &TmStep::write(&step)) };
        }
    }
}
